import type { Extraction, Runner, SubAgentInput } from '@datacortex/plugin'
import { executionError } from '../errors.ts'
import { type InputPlace, namedInputs } from './named-input.ts'

/** Asks the code of an agent for one input; undefined if it does not take it. */
export type Extract = (
  input: SubAgentInput,
  options: { readonly signal: AbortSignal },
) => Promise<Extraction | undefined>

export type CodeRunnerOptions = Pick<InputPlace, 'whyHidden'> & {
  /** What the manifest says it takes, for the error. */
  readonly accepts: readonly string[]
}

export function codeRunner(extract: Extract, { accepts, whyHidden }: CodeRunnerOptions): Runner {
  return {
    async run({ agent, task, directory }, { signal, onOutput }) {
      signal.throwIfAborted()
      const { inputs, unread } = await namedInputs(task, { directory, agent: agent.id, whyHidden })
      const taken = await firstTaken(inputs, { extract, signal })
      if (taken === undefined)
        throw executionError('RUNNER_INPUT_REFUSED', {
          agent: agent.id,
          tried: inputs.map(({ contentType }) => contentType),
          accepts,
          unread,
        })
      const { input, extraction } = taken
      const { documents, findings, handOver } = extraction
      const answer = documents.map(({ title, text }) => (title === '' ? text : `# ${title}\n\n${text}`)).join('\n\n')
      onOutput?.(answer)
      const other = handOver === undefined ? [] : [`${handOver.name} is ${handOver.contentType}: for another agent`]
      // The words alone were handed over.
      const passedOver = input === inputs.at(-1) ? unread.map((name) => notRead(name, { agent: agent.id, task })) : []
      return { text: answer, remarks: [...findings.map(({ message }) => message), ...passedOver, ...other] }
    },
  }
}

async function firstTaken(
  inputs: readonly SubAgentInput[],
  { extract, signal }: { extract: Extract; signal: AbortSignal },
): Promise<{ readonly input: SubAgentInput; readonly extraction: Extraction } | undefined> {
  for (const input of inputs) {
    const extraction = await extract(input, { signal })
    if (extraction !== undefined) return { input, extraction }
  }
  return undefined
}

function notRead(name: string, { agent, task }: { agent: string; task: string }): string {
  return task.trim() === name
    ? `${name} was not read: ${agent} takes it as words only.`
    : `${name} was not read: ${agent} got the words of the task. To have it read, give it alone as the task.`
}
