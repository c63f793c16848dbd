import type { BuiltinRunner } from '@datacortex/execution'
import { clientName } from '../caller/own-work.ts'
import { placeFor } from '../caller/place-for.ts'
import type { Work } from '../work.ts'

/** The agents that the program is the code of: `research` and `ingest`, which other agents run by name. DIP-0021 §10. */
export function builtinAgents(work: Work): Readonly<Record<string, BuiltinRunner>> {
  const ingest: BuiltinRunner = {
    run: async (asked, options) => {
      const [{ ingestContent }, { ingestLines }, { ingestInputs }] = await Promise.all([
        import('../research/ingest-content.ts'),
        import('../words/ingest-lines.ts'),
        import('../research/task-inputs.ts'),
      ])
      // What the agent may read is not more than the caller may name.
      const inputs = await Promise.all(ingestInputs(asked.task).map(async (input) => await placeFor(work, input)))
      const answer = await ingestContent.run(workOfAgent(work, { asked, options }), { inputs })
      return { text: ingestLines(answer).join('\n'), outputs: answer.outputs.map((path) => ({ path })) }
    },
  }
  return {
    'research-orchestrator': {
      run: async (asked, options) => {
        const [{ researchTopic }, { researchLines }, { researchSubjects }] = await Promise.all([
          import('../research/research-topic.ts'),
          import('../words/research-lines.ts'),
          import('../research/task-inputs.ts'),
        ])
        const answer = await researchTopic.run(workOfAgent(work, { asked, options }), researchSubjects(asked.task))
        const { report_path: report, summary_path: summary, literature_notes: notes, zettels } = answer
        const files = [report, summary, ...notes, ...zettels].filter((path) => path !== undefined)
        return { text: researchLines(answer).join('\n'), outputs: files.map((path) => ({ path })) }
      },
    },
    'day-keeper': {
      run: async ({ task }) => {
        const [{ today, wrapUp }, { dayLines }] = await Promise.all([
          import('../nightshift/day.ts'),
          import('../words/day-lines.ts'),
        ])
        // It only looks: what it would bring in order is the user's to ask for.
        const isEvening = /wrap[- ]?up|evening|loops/i.test(task)
        const day = isEvening ? await wrapUp.run(work, { dry_run: true }) : await today.run(work, {})
        return { text: dayLines(day).join('\n') }
      },
    },
    'ingest-orchestrator': ingest,
    'knowledge-extractor': ingest,
    'tag-suggester': {
      run: async ({ task }) => {
        const { readTagVocabulary, suggestTags } = await import('@datacortex/knowledge-extractor')
        const tagged = { title: '', text: task, related: [], vocabulary: await readTagVocabulary(work.paths) }
        return { text: suggestTags(tagged).join('\n') }
      },
    },
  }
}

/** The agent reads as far as its own level, and nobody is asked in its run. */
function workOfAgent(
  work: Work,
  { asked, options }: Readonly<Record<'asked', Asked>> & Readonly<Record<'options', Pick<Work, 'signal'>>>,
): Work {
  const { agent, run } = asked
  const client = clientName(work.caller)
  const caller = { kind: 'agent', id: agent.id, chain: run.chain, parent: run.id, client } as const
  return { ...work, caller, signal: options.signal, ask: undefined }
}

type Asked = Parameters<BuiltinRunner['run']>[0]
