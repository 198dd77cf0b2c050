// Styles that the page can do without until something that needs them is shown.

const loaded = new Map<string, Promise<void>>();

/** Load the styles that the page names so. */
export function loadStyles(name: "boards" | "hall" | "moments" | "rules" | "tournaments" | "seasons" | "welcome"): Promise<void> {
  const known = loaded.get(name);
  if (known) return known;
  const loading = new Promise<void>((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)!.content;
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
  loaded.set(name, loading);
  return loading;
}
