import { codeStretches } from './code-stretches.ts'
import { linkAt } from './link-at.ts'
import { safeLink } from './safe-link.ts'

/**
 * Markdown of others without what acts: raw HTML is escaped, comments go, images become links, links to anything but
 * http, https and mail become their text. Code stays as it is.
 *
 * A loaded image would tell its server that the note was opened. One pass, whatever the text is.
 * @param options - `base` of relative links; without it they stay as they are.
 * @returns The text and how many HTML comments were dropped: they are hidden from readers.
 * @example neutraliseMarkdown('![x](https://a.example/x.png)').text // '[x](https://a.example/x.png)'
 */
export function neutraliseMarkdown(text: string, options: Base = {}) {
  let comments = 0
  const parts = codeStretches(text).map((stretch) => {
    if (stretch.isCode) return stretch.text
    const shown = withoutComments(stretch.text)
    comments += shown.comments
    return neutral(shown.text, options)
  })
  return { text: parts.join(''), comments }
}

/** Drops comments. One that begins a line and never ends hides all that follows. */
function withoutComments(text: string) {
  const parts: string[] = []
  let done = 0
  let isClosedLater = true
  for (let at = text.indexOf('<!--'); at !== -1; at = text.indexOf('<!--', Math.max(done, at + 4))) {
    const [, lead = ''] = /(\\*)$/.exec(text.slice(Math.max(done, at - 100), at)) ?? []
    if (lead.length % 2 === 1) continue
    const close: number = isClosedLater ? text.indexOf('-->', at + 2) : -1
    isClosedLater = close !== -1
    if (close === -1 && !/(?:^|\n) {0,3}$/.test(text.slice(Math.max(0, at - 4), at))) continue
    parts.push(text.slice(done, at))
    done = close === -1 ? text.length : close + 3
    if (close === -1) break
  }
  return { text: parts.join('') + text.slice(done), comments: parts.length }
}

type Base = { readonly base?: string | undefined }

function neutral(text: string, options: Base): string {
  if (!/[!<\]]/.test(text)) return text
  return (
    definitions(links(text.replaceAll(/(?<!!)!+(?=\[)/g, ''), options), options)
      // Links beyond the bounds of what is read are none unless they are plainly harmless.
      .replaceAll(/\]\((?=\s*(?:<\s*)?(?!https?:|mailto:)[a-z][\w+.-]{0,30}:)/gi, String.raw`]\(`)
      .replaceAll(/\\?<(?=[a-z/!?])(?!(?:https?:\/\/|mailto:)[^\s<>]*>)/gi, String.raw`\<`)
  )
}

function links(text: string, { base }: Base): string {
  const parts: string[] = []
  let done = 0
  for (let at = text.indexOf(']('); at !== -1; at = text.indexOf('](', Math.max(done, at + 2))) {
    const found = linkAt(text, at)
    if (found === undefined) continue
    const link = checked(found.target, base)
    parts.push(text.slice(done, at), link === undefined ? ']' : `](${link}${found.rest})`)
    done = found.end
  }
  return parts.join('') + text.slice(done)
}

/** Definitions of references, in lists and quotations too; the address may stand on the next line. */
const definition = /^([ \t>*+-]{0,20}\[(?:\\.|[^[\]\\]){1,999}\]:[ \t]*)((?:\n[ \t>]{0,20})?)([^\s>]\S*)(.*)$/gm

function definitions(text: string, { base }: Base): string {
  if (!text.includes(']:')) return text
  return text.replaceAll(definition, (whole, name: string, wrapped: string, target: string, rest: string) => {
    const link = checked(target.replaceAll(/^<|>$/g, ''), base)
    if (link === undefined) return ''
    // What follows on the next line may as well be a paragraph.
    return wrapped === '' ? `${name}${link}${rest}` : whole
  })
}

/** Fragments and relative links lead nowhere else; they stay. */
function checked(target: string, base: string | undefined): string | undefined {
  if (target.startsWith('#') || (base === undefined && !/^[a-z][\w+.-]*:|^\/\//i.test(target))) return target
  return safeLink(target, base === undefined ? {} : { base })
}
