import type { NoteLocations } from '@datacortex/memory'
import { outputPaths } from '../synthesis/output-paths.ts'
import type { RunInProgress } from './discover.ts'

/** Files of a run, relative to the root of the space. */
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

/**
 * Where a run writes. Another run of the same topic and day keeps its files: this one gets a number.
 *
 * @see DIP-0021 §3.5 and §5.1
 */
export async function researchFiles(
  { run, config, ports }: RunInProgress,
  locations: NoteLocations = {},
): Promise<ResearchFiles> {
  const date = run.record.createdAt.slice(0, 10)
  const place = (names: readonly string[], fallback: string): string =>
    placeOf(names, { space: config.space, locations }) ?? fallback
  const { space } = config
  const chosen = await run.step({
    phase: 'store',
    key: 'names of files',
    work: async () => {
      for (let number = 1; ; number += 1) {
        const paths = outputPaths(config.topic, { date })
        const numbered = (path: string): string =>
          `${space}/${number === 1 ? path : path.replace(/-(summary|report|script)\.md$/, `-${number}-$1.md`)}`
        const names = {
          summary: numbered(paths.summary),
          report: numbered(paths.report),
          script: numbered(paths.script),
        }
        const isFree =
          (await ports.readFile(names.summary)) === undefined && (await ports.readFile(names.report)) === undefined
        if (isFree) return { value: names }
      }
    },
  })
  if (chosen.state === 'lost') throw new Error('A step that costs nothing is never lost.')
  const { summary, report, script } = chosen.value
  return {
    summary,
    ...(config.depth === 'quick' ? {} : { report }),
    script,
    audio: script.replace(/-script\.md$/, '.wav'),
    inbox: place(['inbox'], `${space}/org/inbox.org`),
    journal: `${place(['journals', 'journal'], `${space}/journal`)}/${date}.md`,
    landscape: place(['landscape'], `${space}/3-knowledge/landscape.yaml`),
  }
}

function placeOf(
  names: readonly string[],
  { space, locations }: { readonly space: string; readonly locations: NoteLocations },
): string | undefined {
  for (const places of [locations.personal, locations.org])
    for (const [name, path] of Object.entries(places ?? {})) {
      const place = path.replaceAll('{space}', () => space).replaceAll(/^(?:\.?\/)+|\/+$/g, '')
      if (names.includes(name) && place.startsWith(`${space}/`)) return place
    }
  return undefined
}
