import { randomUUID } from 'node:crypto'
import { oneLine } from '@datacortex/text'
import { normaliseUrl } from '../dedup/normalise-url.ts'
import { plainLine } from '../gtd/plain-line.ts'
import { readOrg } from '../gtd/read-org.ts'
import type { SavedLink } from './saved-link.ts'

/** A file with more links in it, and which of them it has already. */
export type AddedLinks = {
  readonly text: string
  /** Each with the id of its heading. */
  readonly added: readonly (SavedLink & { readonly id: string })[]
  readonly duplicates: readonly string[]
}

/** So many at once; the next call takes the next ones. */
const mostLinks = 5000

/**
 * Puts links at the end of an org file of research, each a task that the night reads; those that stand in it or in `others`, done
 * or not, are named.
 * @example addLinks('', [{ url: 'https://a.example' }], { others: [], at: Date.now() }).added.length // 1
 */
export function addLinks(
  text: string,
  links: readonly SavedLink[],
  { others, at }: { readonly others: readonly string[]; readonly at: number },
): AddedLinks {
  const known = new Set(
    [text, ...others].flatMap((one) => readOrg(one).headings.flatMap((heading) => heading.links)).map(keyOf),
  )
  const added: AddedLinks['added'][number][] = []
  const duplicates: string[] = []
  for (const link of links) {
    if (known.has(keyOf(link.url))) duplicates.push(link.url)
    else if (added.length < mostLinks) added.push({ ...link, id: randomUUID() })
    known.add(keyOf(link.url))
  }
  const gap = text === '' || text.endsWith('\n') ? '' : '\n'
  return { text: text + gap + added.map((link) => block(link, at)).join(''), added, duplicates }
}

function keyOf(url: string): string {
  return normaliseUrl(url) ?? url
}

function block(
  { url, title = '', tags = [], note = '', priority, from, id }: AddedLinks['added'][number],
  at: number,
): string {
  const words = withoutAddresses(plainLine(title)).replaceAll(/[[\]]/g, ' ').replaceAll(/\s+/g, ' ').trim()
  const clean = [...new Set(tags.map((tag) => tag.replaceAll(/[^\p{L}\p{M}\p{N}_@#%]/gu, '_')))].filter(
    // What agents are, or templates, is the user's to say and not an export's.
    (tag) => tag !== '' && !/^(?:ai|recurring)$/i.test(tag),
  )
  const head = [
    '* TODO',
    ...(priority === undefined ? [] : [`[#${priority}]`]),
    words === '' ? url : `[[${url}][${words}]]`,
    ...(clean.length === 0 ? [] : [`:${clean.join(':')}:`]),
  ]
  const lines = note
    .slice(0, 2000)
    .split(/\r?\n/)
    // No line of it is a heading, a drawer or a mark of org, and no address in it is read.
    .map((line) => `  ${oneLine(withoutAddresses(line)).replace(/^(?=[*:#])/, '· ')}`.trimEnd())
  return [
    head.join(' '),
    ':PROPERTIES:',
    `:ID: ${id}`,
    `:CREATED: ${new Date(at).toISOString()}`,
    ...(from === undefined ? [] : [`:SAVED_IN: ${from}`]),
    ':END:',
    ...(note.trim() === '' ? [] : lines),
    '',
  ].join('\n')
}

function withoutAddresses(text: string): string {
  return text.replaceAll(/https?:\/\//gi, '')
}
