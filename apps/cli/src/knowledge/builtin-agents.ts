import type { BuiltinRunner } from '@datacortex/execution'
import type { SpacePaths } from '@datacortex/platform'
import type { Context } from '../context.ts'

/**
 * The agents that the program itself is the code of: what a person runs as `research` and `ingest`, another agent runs
 * by its name.
 *
 * @param paths - Of the space.
 * @param context - Of the command.
 * @example await runAgent(paths, { agent: 'research-orchestrator', task, catalogue, builtins: builtinAgents(paths, context) })
 * @see DIP-0021 §10
 */
export function builtinAgents(paths: SpacePaths, context: Context): Readonly<Record<string, BuiltinRunner>> {
  const inSpace = { ...context, root: paths.root, json: true }
  const ingest: BuiltinRunner = {
    run: async ({ task }, { signal, closed }) => {
      const { ingest: ingestAll } = await import('../commands/ingest.ts')
      const { ingestInputs } = await import('./task-inputs.ts')
      const inputs = ingestInputs(task)
      const { data, lines } = await ingestAll(
        { ...inSpace, signal },
        { inputs, space: defaultSpace, index: true, closed },
      )
      return { text: lines.join('\n'), outputs: pathsOf(data, 'outputs').map((path) => ({ path })) }
    },
  }
  return {
    'research-orchestrator': {
      run: async ({ task }, { signal, closed }) => {
        const { research } = await import('../commands/research.ts')
        const { researchSubjects } = await import('./task-inputs.ts')
        const { data, lines } = await research(
          { ...inSpace, signal },
          { subjects: researchSubjects(task), depth: 'standard', space: defaultSpace, index: true, closed },
        )
        const files = ['report_path', 'summary_path', 'literature_notes', 'zettels'].flatMap((key) =>
          pathsOf(data, key),
        )
        return { text: lines.join('\n'), outputs: files.map((path) => ({ path })) }
      },
    },
    'ingest-orchestrator': ingest,
    'knowledge-extractor': ingest,
  }
}

const defaultSpace = '0-personal'

function pathsOf(data: unknown, key: string): readonly string[] {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, key)) return []
  const value: unknown = Reflect.get(data, key)
  return (Array.isArray(value) ? value : [value]).filter((path) => typeof path === 'string')
}
