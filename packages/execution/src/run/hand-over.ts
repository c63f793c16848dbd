import type { SpacePaths } from '@datacortex/platform'
import type { RunnerTask } from '@datacortex/plugin'
import type { RegisteredAgent } from '@datacortex/registry'
import type { LoadedContext } from '../context/load-context.ts'

/** What a runner is handed: the context as one text, and the same in the two parts that a chat has. */
export function handOver(
  agent: RegisteredAgent,
  { context, task, paths, run }: { context: LoadedContext; task: string; paths: SpacePaths; run: RunnerTask['run'] },
): RunnerTask {
  const { id, entry } = agent
  const { prompt } = context
  const own = context.parts.find(({ kind }) => kind === 'prompt')?.text ?? ''
  // A template of the space may put the prompt elsewhere: then the whole is one request.
  const isFirst = own !== '' && prompt.startsWith(`${own}\n`)
  return {
    agent: { id, name: entry.name, prompt: isFirst ? own : '' },
    task,
    request: isFirst ? prompt.slice(own.length).trim() : prompt,
    prompt,
    directory: paths.root,
    run,
  }
}
