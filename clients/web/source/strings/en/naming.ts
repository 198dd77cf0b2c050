// What is said where somebody gives a name or another one. Loaded with what shows it.

export const texts = {
  name: "My name",
  save: "Save",
  saved: "Saved",
  later: "Matches that you sit in keep the name that you had when you sat down.",
  thatIsMe: "That is me",
  fromNow: (guest: string) => `So far you are called ${guest}. No password, no mail; others see your name at the next table.`,
  welcome: (name: string) => `Hello, ${name}.`,
};
