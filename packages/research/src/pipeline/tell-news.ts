import type { NoteLocations } from '@datacortex/notes'
import { storedRun } from '../runs/stored-synthesis.ts'
import { spokenConvergence } from '../synthesis/convergence-words.ts'
import { counted } from '../synthesis/markdown-text.ts'
import { type ScriptTurn, turn } from '../synthesis/render-script.ts'
import { makePodcast } from './make-podcast.ts'
import { researchFiles } from './research-files.ts'
import type { RunInProgress } from './research-ports.ts'
import type { ResearchResult } from './research-result.ts'
import { writeScript } from './write-texts.ts'

const findingsEach = 2

/** Speaks what the other runs of a night found, topic by topic; what they say was checked when they ended. */
export async function tellNews(progress: RunInProgress, locations?: NoteLocations): Promise<ResearchResult> {
  const { run, config, ports } = progress
  const results: ResearchResult[] = []
  for (const id of config.news ?? []) {
    const { result } = await storedRun(ports.paths, id)
    if (result !== undefined && result.findings.length > 0) results.push(result)
  }
  const files = await researchFiles(progress, locations)
  const turns = await writeScript(newsTurns(results), { files, title: config.topic, progress })
  const findings = results.flatMap((result) => result.findings.slice(0, findingsEach))
  const audio = await makePodcast(turns, { ...progress, files, findings })
  const { usd, calls } = run.spent
  return {
    run: run.record.id,
    state: 'done',
    topic: config.topic,
    summary_path: files.script,
    script_path: files.script,
    audio_path: audio.path,
    literature_notes: [],
    zettels: [],
    action_items: [],
    findings: [],
    contradictions: [],
    sources: [],
    skipped: [],
    found: { documents: 0, works: 0, selected: 0 },
    quotations: { all: 0, verified: 0 },
    cost: { usd, calls },
    problems: audio.problems,
  }
}

function newsTurns(results: readonly ResearchResult[]): readonly ScriptTurn[] {
  return [
    turn('host', `Here is the news of the night, about ${counted(results.length, 'topic')}.`),
    ...results.flatMap(({ run, topic, findings }, place) => [
      turn('host', `${place === 0 ? 'We begin with' : 'Next'}: ${topic}.`),
      ...findings.slice(0, findingsEach).map(({ text, independent, convergence, echo }, index) => {
        const of = Number(/\d+$/.exec(convergence)?.[0] ?? independent)
        const support = spokenConvergence({ independent, of, echoChamber: echo }, place + index)
        return turn('guest', `${text} ${support}`, [`${run}-f${index + 1}`])
      }),
    ]),
    turn('host', 'That is all. The briefing has the sources of each.'),
  ].filter(({ text }) => text !== '')
}
