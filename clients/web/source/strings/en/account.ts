// What opens at the player's own name. Loaded with what shows it.

export const texts = {
  reminders: "Reminders and calendar",
  copyKey: "Copy my key",
  keyIsSecret: "Whoever has the key plays as you.",
  openAccount: "Passkeys, recovery codes, programs",
  playerId: "My player id, for whoever reserves a seat for me or enters me",
  forget: "Sign out on this device",
  forgetSure: "Without the key nobody can play as you again. Sign out?",
};
