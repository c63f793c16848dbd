/** What `changeset status --output` writes, as far as it is read here. */
export type ReleasePlan = {
  readonly changesets: readonly { readonly summary: string; readonly releases: readonly Release[] }[]
  readonly releases: readonly (Release & { readonly newVersion: string })[]
}

type Release = { readonly name: string; readonly type: string }

// A change belongs to the first subject that one of its packages has; one of three subjects or of none to the last.
const subjects: readonly (readonly [string, RegExp])[] = [
  ['Publishing and serving', /\/(?:export|gateway|runner-a2a)$/],
  ['Assistants and programs', /\/(?:mcp|space)$/],
  ['Research and sources', /\/(?:research|sources?|source-.+|speech-.+|writer-.+)$/],
  ['Content', /\/(?:content|knowledge-extractor|agent-.+)$/],
  ['Notes and memory', /\/(?:memory|notes|vector-store|embeddings)$/],
  ['Running agents', /\/(?:execution|runner-.+)$/],
  ['Agents and modules', /\/(?:registry|importers|modules|router|plugin|hook-.+|testkit)$/],
  ['The program as a whole', /^/],
]

const kinds = { major: 'Breaking', minor: 'New', patch: 'Changed and repaired' }

/** The part of the change log for one release: its changes by subject, and by how much they change. */
export function changelogSection({ changesets, releases }: ReleasePlan, date: string): string {
  const version = releases.find(({ name }) => name === 'datacortex')?.newVersion
  if (version === undefined) throw new Error('No changeset names a package that is published.')
  const parts = subjects.flatMap(([subject]) => {
    const own = changesets.filter(({ releases }) => subjectOf(releases) === subject)
    const lists = Object.entries(kinds).flatMap(([kind, title]) => {
      const lines = own
        .filter(({ releases }) => kind === kindOf(releases))
        .map(({ summary }) => `- ${summary.trim().replaceAll(/\s+/g, ' ')}`)
      return lines.length === 0 ? [] : [`#### ${title}`, lines.join('\n')]
    })
    return lists.length === 0 ? [] : [`### ${subject}`, ...lists]
  })
  return `${[`## ${version} – ${date}`, ...parts].join('\n\n')}\n`
}

function kindOf(releases: readonly Release[]): string | undefined {
  return Object.keys(kinds).find((kind) => releases.some(({ type }) => type === kind))
}

function subjectOf(releases: readonly Release[]): string | undefined {
  const own = subjects.filter(([, packages]) => releases.some(({ name }) => packages.test(name)))
  return own.at(own.length > 3 ? -1 : 0)?.[0]
}
