import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A section of this project's documentation: its heading is a request that nobody wrote for `find`. */
export type OwnSection = { readonly heading: string; readonly description: string; readonly body: string }

const root = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Sections of the documentation, of the READMEs of packages and plugins, and of decisions (by their titles).
 *
 * Only those with a heading of their own of two words or more, and at least 25 words of prose; code is left out.
 */
export function ownSections(): readonly OwnSection[] {
  const files = globSync(['apps/docs/*.md', 'packages/*/README.md', 'plugins/*/README.md', '.github/decisions/*.md'], {
    cwd: root,
  }).toSorted()
  const sections = files.flatMap((file) => {
    const text = readFileSync(`${root}${file}`, 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
    return file.includes('decisions/') ? [`\n${text.replaceAll(/^##+ .*$/gm, '')}`] : `\n${text}`.split(/\n(?=##+ )/)
  })
  const read = sections.flatMap((section): readonly OwnSection[] => {
    const [, title = '', body = ''] = /^\s*#+ ([^\n]+)\n([\s\S]*)$/.exec(section) ?? []
    const heading = title.replace(/^\d{4}: /, '').replaceAll('`', '')
    const [first = '', ...others] = body.trim().split(/\n\s*\n/)
    const isLong = body.split(/\s+/).length >= 25
    return isLong && heading.split(' ').length >= 2
      ? [{ heading, description: first.replaceAll('\n', ' ').slice(0, 400), body: others.join('\n\n') }]
      : []
  })
  const counts = Map.groupBy(read, ({ heading }) => heading.toLowerCase())
  return read.filter(({ heading }) => counts.get(heading.toLowerCase())?.length === 1)
}
