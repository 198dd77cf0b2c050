// Rules texts (Markdown) as elements of the page: headings, paragraphs, lists, tables, and words in bold or code.
// Nothing becomes markup but what is listed here. Blocks of code, which show moves as JSON, are for programs, and so is an id
// in parentheses behind the name of what it stands for: they are left out.

import type { ComponentChildren } from "preact";

/** The name of what is called by an id in the text; null if it has none. */
type TitleOf = (id: string) => string | null;

export function Markdown({ text, language, titleOf }: { text: string; language: string; titleOf: TitleOf }) {
  const shown = text.replaceAll("\r", "").replace(/\s\(`[^`]+`\)/g, "");
  return <div class="prose" lang={language}>{blocks(shown.split("\n"), titleOf)}</div>;
}

function blocks(lines: string[], titleOf: TitleOf): ComponentChildren[] {
  const drawn: ComponentChildren[] = [];
  let at = 0;
  const take = (belongs: (line: string) => boolean) => {
    const from = at;
    while (at < lines.length && belongs(lines[at]!)) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at]!;
    const heading = /^(#{1,6}) (.*)/.exec(line);
    if (line.trim() === "") at++;
    else if (heading) {
      drawn.push(heading[1]!.length < 3 ? <h3>{inline(heading[2]!, titleOf)}</h3> : <h4>{inline(heading[2]!, titleOf)}</h4>);
      at++;
    } else if (line.startsWith("|")) drawn.push(table(take((one) => one.startsWith("|")), titleOf));
    else if (/^\s*([-*]|\d+\.) /.test(line)) drawn.push(list(take((one) => /^\s*([-*]|\d+\.) /.test(one) || /^\s+\S/.test(one)), titleOf));
    else if (line.startsWith("```")) {
      at++;
      take((one) => !one.startsWith("```"));
      at++;
    } else drawn.push(<p>{inline(take((one) => one.trim() !== "" && !/^(#|\||```|\s*([-*]|\d+\.) )/.test(one)).join(" "), titleOf)}</p>);
  }
  return drawn;
}

function list(lines: string[], titleOf: TitleOf): ComponentChildren {
  const items: string[] = [];
  for (const line of lines) {
    const begin = /^\s*(?:[-*]|\d+\.) (.*)/.exec(line);
    if (begin) items.push(begin[1]!);
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  const drawn = items.map((item) => <li>{inline(item, titleOf)}</li>);
  return /^\s*\d/.test(lines[0]!) ? <ol>{drawn}</ol> : <ul>{drawn}</ul>;
}

function table(lines: string[], titleOf: TitleOf): ComponentChildren {
  const cells = (line: string) => line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => inline(cell.trim(), titleOf));
  const [head, , ...rows] = lines;
  return (
    <div class="wide" tabIndex={0}>
      <table>
        <thead><tr>{cells(head!).map((cell) => (cell.join("") === "" ? <td /> : <th scope="col">{cell}</th>))}</tr></thead>
        <tbody>{rows.map((row) => <tr>{cells(row).map((cell) => <td>{cell}</td>)}</tr>)}</tbody>
      </table>
    </div>
  );
}

function inline(text: string, titleOf: TitleOf): ComponentChildren[] {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)\s]+\))/).map((part) => {
    if (/^\*\*.+\*\*$/.test(part)) return <b>{(part.includes("_") && titleOf(part.slice(2, -2))) || part.slice(2, -2)}</b>;
    if (/^`.+`$/.test(part)) {
      const title = titleOf(part.slice(1, -1));
      return title === null ? <code>{part.slice(1, -1)}</code> : <i>{title}</i>;
    }
    if (/^\*.+\*$/.test(part)) return <em>{part.slice(1, -1)}</em>;
    const link = /^\[(.+)\]\(.+\)$/.exec(part);
    return link ? link[1]! : part;
  });
}
