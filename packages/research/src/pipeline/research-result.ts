import { join } from 'node:path'
import { isThere } from '@datacortex/platform'
import type { SkippedSource } from '@datacortex/sources'
import type { RunState } from '../runs/run-record.ts'
import type { Authority, Synthesis } from '../synthesis/types.ts'

/** What became of a run (the JSON of `research`). Paths are relative to the space. */
export type ResearchResult = {
  readonly run: string
  readonly state: RunState
  readonly topic: string
  readonly summary_path: string
  /** Absent for a quick run. */
  readonly report_path?: string | undefined
  readonly script_path?: string | undefined
  readonly audio_path?: string | undefined
  readonly literature_notes: readonly string[]
  readonly zettels: readonly string[]
  readonly action_items: readonly string[]
  /** Questions of the topic, with the best passage of what was read; without one, nothing there answers it. */
  readonly answers?:
    | readonly {
        readonly question: string
        readonly quote?: string | undefined
        readonly source?: string | undefined
      }[]
    | undefined
  readonly findings: readonly {
    readonly text: string
    /** Ids of `sources`. */
    readonly sources: readonly string[]
    /** `n of m`, as the report says it. */
    readonly convergence: string
    readonly independent: number
    readonly echo: boolean
    readonly evidence: readonly {
      readonly source: string
      readonly quote: string
      readonly start: number
      readonly end: number
    }[]
  }[]
  readonly contradictions: readonly {
    readonly kind: string
    readonly a: { readonly source: string; readonly quote: string }
    readonly b: { readonly source: string; readonly quote: string }
    /** Whether `b` stands in a note of the space. */
    readonly local: boolean
  }[]
  readonly sources: readonly {
    readonly id: string
    readonly url?: string | undefined
    readonly title: string
    /** Sources of the registry that found it. */
    readonly provider: string
    readonly authority: Authority
    /** `read`, `excerpt`, `failed`, `left out`, `copy of d1`, `note`. */
    readonly status: string
  }[]
  /** Sources that took no part, and addresses that were given and not read. */
  readonly skipped: readonly SkippedSource[]
  /** How many documents were found, and how many works they are. */
  readonly found: { readonly documents: number; readonly works: number; readonly selected: number }
  readonly quotations: { readonly all: number; readonly verified: number }
  readonly cost: { readonly usd: number; readonly calls: number }
  /** Files of a run that was done before which are not there any more: taken back, deleted or moved. */
  readonly gone?: readonly string[] | undefined
  /** Everything that did not go as it should. */
  readonly problems: readonly string[]
}

export function findingsOf({ findings, evidence }: Synthesis): ResearchResult['findings'] {
  const proofs = new Map(evidence.map((one) => [one.id, one]))
  return findings.map(({ text, sources, convergence, evidence: ids }) => ({
    text,
    sources,
    convergence: `${convergence.independent} of ${convergence.of}`,
    independent: convergence.independent,
    echo: convergence.echoChamber,
    evidence: ids.flatMap((id) => {
      const proof = proofs.get(id)
      return proof === undefined
        ? []
        : [{ source: proof.sourceId, quote: proof.quote, start: proof.start, end: proof.end }]
    }),
  }))
}

export function answersOf({ answers = [], evidence }: Synthesis): ResearchResult['answers'] {
  const proofs = new Map(evidence.map((one) => [one.id, one]))
  return answers.map(({ question, evidence: id = '' }) => {
    const proof = proofs.get(id)
    return { question, ...(proof === undefined ? {} : { quote: proof.quote, source: proof.sourceId }) }
  })
}

export function contradictionsOf({ contradictions, evidence }: Synthesis): ResearchResult['contradictions'] {
  const proofs = new Map(evidence.map((one) => [one.id, one]))
  return contradictions.flatMap(({ kind, a, b, local }) => {
    const [x, y] = [proofs.get(a), proofs.get(b)]
    if (x === undefined || y === undefined) return []
    const side = ({ sourceId: source, quote }: typeof x) => ({ source, quote })
    return [{ kind, a: side(x), b: side(y), local }]
  })
}

/** The result of a run that was done before, with its files that are gone: anyone who deletes one means it. */
export async function withRemoved(result: ResearchResult, { root }: { root: string }): Promise<ResearchResult> {
  const { summary_path: summary, report_path: report, script_path: script, audio_path: audio } = result
  const texts = [summary, report, script, audio].filter((path) => path !== undefined)
  const paths = [...texts, ...result.literature_notes, ...result.zettels]
  const verdicts = await Promise.all(paths.map(async (path) => await isThere(join(root, path))))
  const gone = paths.filter((_path, place) => verdicts[place] === false)
  return gone.length === 0 ? result : { ...result, gone }
}
