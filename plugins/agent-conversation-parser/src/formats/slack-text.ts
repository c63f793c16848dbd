import { safeLink } from '@datacortex/content'
import { plainText } from '../plain-text.ts'

// https://docs.slack.dev/messaging/formatting-message-text
/** A text of Slack as Markdown: people and channels by name, links, and the three entities that it knows. */
export function slackText(text: string, names: ReadonlyMap<string, string>): string {
  const shown = text.replaceAll(/<([^<>\n]+)>/g, (whole, inside: string) => reference(inside, names) ?? whole)
  return plainText(shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
}

function reference(inside: string, names: ReadonlyMap<string, string>): string | undefined {
  const bar = inside.indexOf('|')
  const target = bar === -1 ? inside : inside.slice(0, bar)
  const label = bar === -1 ? undefined : inside.slice(bar + 1)
  if (/^@[UW]/.test(target)) return `@${names.get(target.slice(1)) ?? label ?? target.slice(1)}`
  if (target.startsWith('#')) return `#${label ?? target.slice(1)}`
  if (target.startsWith('!')) return label ?? `@${target.slice(1).split('^')[0]}`
  const link = safeLink(target.replaceAll('&amp;', '&'))
  if (link === undefined) return label
  return label === undefined || label === target ? `<${link}>` : `[${label.replaceAll(/[[\]]/g, '')}](${link})`
}
