// What the switches for sound and notifications say.

export const texts = {
  alerts: "Tell me when it is my turn",
  sound: "With a sound",
  push: "With a notification, also when this page is closed",
  pushImpossible: "This browser cannot show notifications of this page. On an iPhone, add the page to the home screen first.",
  pushDenied: "Notifications are blocked. Allow them for this page in the settings of the browser.",
  pushFailed: "Notifications do not work at the moment.",
  pushPrivate: "The service of your browser passes them on, and cannot read them.",
};
