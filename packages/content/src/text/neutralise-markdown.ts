import { safeLink } from './safe-link.ts'

/**
 * Markdown of others without what acts: raw HTML is escaped, comments go, images become links, links to anything but
 * http, https and mail become their text. Code stays as it is.
 *
 * A loaded image would tell its server that the note was opened.
 *
 * @param text - Markdown with `\n` as line end.
 * @param options - `base` of relative links; without it they stay as they are.
 * @returns The text and how many HTML comments were dropped: they are hidden from readers.
 * @example neutraliseMarkdown('![x](https://a.example/x.png)').text // '[x](https://a.example/x.png)'
 */
export function neutraliseMarkdown(
  text: string,
  options: { readonly base?: string | undefined } = {},
): { readonly text: string; readonly comments: number } {
  let comments = 0
  const parts = text.split(code).map((part, index) => {
    if (index % 2 === 1) return part
    const shown = part.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, () => {
      comments += 1
      return ''
    })
    return neutral(shown, options)
  })
  return { text: parts.join(''), comments }
}

/** Fenced blocks and code spans; a split by it leaves them at the odd places. */
const code =
  /(^ {0,3}(?:`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}(?:`{3,}|~{3,})[ \t]*$|$(?![\s\S]))|(?<!`)`[^`\n]+`(?!`))/m

function neutral(text: string, { base }: { readonly base?: string | undefined }): string {
  return (
    text
      .replaceAll(/!(?=\[)/g, '')
      .replaceAll(
        /\]\(\s{0,20}(<[^>\n]{0,1000}>|[^\s()]{0,1000}(?:\([^\s()]{0,300}\)[^\s()]{0,300}){0,4})([^)\n]{0,300})\)/g,
        (_, target: string, rest: string) => {
          const link = checked(target.replaceAll(/^<|>$/g, ''), base)
          return link === undefined ? ']' : `](${link}${rest})`
        },
      )
      // Links beyond those bounds, which keep the time linear, are none unless they are plainly harmless.
      .replaceAll(/\]\((?=\s*<?\s*(?!https?:|mailto:)[a-z][\w+.-]{0,30}:)/gi, String.raw`]\(`)
      .replaceAll(/^( {0,3}\[[^\]\n]+\]:[ \t]*)(\S+)(.*)$/gm, (_, name: string, target: string, rest: string) => {
        const link = checked(target.replaceAll(/^<|>$/g, ''), base)
        return link === undefined ? '' : `${name}${link}${rest}`
      })
      .replaceAll(/\\?<(?=[a-z/!?])(?!(?:https?:\/\/|mailto:)[^\s<>]*>)/gi, String.raw`\<`)
  )
}

/** Fragments and relative links lead nowhere else; they stay. */
function checked(target: string, base: string | undefined): string | undefined {
  if (target.startsWith('#') || (base === undefined && !/^[a-z][\w+.-]*:|^\/\//i.test(target))) return target
  return safeLink(target, base === undefined ? {} : { base })
}
