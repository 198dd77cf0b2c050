// What directors are asked about entrants and tables. Loaded for them.

export const texts = {
  club: "Club",
  set_club: "Club",
  clubOf: (name: string) => `Club of ${name}`,
  forbid_pair: "Must not meet …",
  forbidFor: (name: string) => `Say whom ${name} must not meet`,
  mustNotMeet: (name: string) => `Whom ${name} must not meet; only directors see it`,
  reasonForDirectors: "Reason, for directors",
  allowWith: (name: string) => `May meet ${name} again`,
  allowPair: (one: string, other: string) => `Let ${one} and ${other} meet again`,
  noteTitle: "Note",
  note: "Note for directors:",
  writeNote: {
    table: "Note on this table: only those who direct or judge and do not play ever see it",
    match: "Note on this match: only those who direct or judge ever see it",
  },
  saveNote: "Save the note",
};
