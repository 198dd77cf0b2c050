// What directors are asked about who should not meet. Loaded with what shows it.

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
};
