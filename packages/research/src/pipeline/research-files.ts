import type { Finding } from '@datacortex/errors'
import { locatedPlace } from '@datacortex/knowledge-extractor'
import type { NoteLocations } from '@datacortex/notes'
import { outputPaths } from '../synthesis/output-paths.ts'
import type { RunInProgress } from './research-ports.ts'

export type ResearchFiles = {
  readonly summary: string
  /** Absent for a quick run. */
  readonly report?: string | undefined
  readonly script: string
  readonly audio: string
  readonly inbox: string
  readonly journal: string
  readonly landscape: string
}

/** Where a run writes (DIP-0021 §3.5, §5.1): another run of the same topic and day keeps its files. */
export async function researchFiles({ run, config, ports }: RunInProgress, locations: NoteLocations = {}) {
  const date = run.record.createdAt.slice(0, 10)
  const { space } = config
  const { inbox, journals, landscape } = researchPlaces(space, locations)
  const paths = outputPaths(config.topic, { date })
  const { summary, report, script } = await run.keep({ phase: 'store', key: 'names of files' }, async () => {
    for (let number = 1; ; number += 1) {
      const numbered = (path: string): string =>
        `${space}/${number === 1 ? path : path.replace(/-(summary|report|script)\.md$/, `-${number}-$1.md`)}`
      const [summary, report] = [numbered(paths.summary), numbered(paths.report)]
      const isFree = (await ports.readFile(summary)) === undefined && (await ports.readFile(report)) === undefined
      if (isFree) return { summary, report, script: numbered(paths.script) }
    }
  })
  return {
    summary,
    report: config.depth === 'quick' ? undefined : report,
    script,
    audio: script.replace(/-script\.md$/, '.wav'),
    inbox,
    journal: `${journals}/${date}.md`,
    landscape,
  }
}

/** Where research tells what it found, relative to the root of the space, without `/` at the end. */
export type ResearchPlaces = {
  readonly inbox: string
  /** Folder of the journal's days. */
  readonly journals: string
  readonly landscape: string
  /** Knowledge locations outside of the space, which are not used. */
  readonly ignored: readonly Finding[]
}

/**
 * The places of a space that research writes to beside its texts and notes: those of the registry's knowledge
 * locations, else the usual ones.
 * @example researchPlaces('0-personal').inbox // '0-personal/org/inbox.org'
 */
export function researchPlaces(space: string, locations: NoteLocations = {}): ResearchPlaces {
  const [inbox, journals, landscape] = [['inbox'], ['journals', 'journal'], ['landscape']].map((names) =>
    locatedPlace(names, { space, locations }),
  )
  return {
    inbox: inbox?.path ?? `${space}/org/inbox.org`,
    journals: journals?.path ?? `${space}/journal`,
    landscape: landscape?.path ?? `${space}/3-knowledge/landscape.yaml`,
    ignored: [inbox, journals, landscape].flatMap((place) => place?.ignored ?? []),
  }
}
