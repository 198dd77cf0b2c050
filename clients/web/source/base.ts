// Where the server is at its host: a proxy may offer it under a path, which the page says.

/** The path; empty if the server has its host for itself. */
export const BASE = document.querySelector<HTMLMetaElement>("meta[name=base]")!.content.replace(/\/$/, "");

/** The address of the server. */
export const SERVER = location.origin + BASE;
