// What is said of reminders and of the calendar.

export const texts = {
  remind: "Remind me of this",
  push: "Notification",
  calendar: "Calendar",
  kinds: {
    awaited: "A phase waits for me",
    deadline_near: "Before its deadline",
    seated: "Seats and rounds",
    over: "The end",
  },
  address: "My calendar",
  what: "A calendar program that subscribes to a secret address shows your deadlines and rounds. Whoever has the address can read them.",
  make: "Make an address",
  again: "Make a new address",
  end: "Delete the address",
  since: (when: string) => `There has been an address since ${when}. A new one takes its place.`,
  copy: "Copy the address",
  once: "It is shown only now.",
};
