// What the menu for the look, the language, sound and notifications says.

export const texts = {
  close: "Close the menu",
  look: "Colours",
  looks: { device: "as my device", light: "light", dark: "dark" },
  language: "Language",
  asBrowser: "as my browser",
  sound: "Sound",
  install: "Put Moirai on the home screen",
  push: "Notify me when it is my turn, also when this page is closed",
  pushImpossible: "This browser cannot show notifications of this page.",
  pushOfApp: "On an iPhone or iPad: touch Share, then Add to Home Screen, open Moirai from there, and switch this on.",
  pushDenied: "Notifications are blocked. Allow them for this page in the settings of the browser.",
  pushFailed: "Notifications do not work at the moment.",
  pushPrivate: "The service of your browser passes them on, and cannot read them.",
};
