import type { Runner, SubAgent } from '@datacortex/plugin'
import { checkExtraction } from '@datacortex/plugin'
import { RunnerInputRefusedError } from '../errors.ts'
import type { InputPlace } from './named-input.ts'
import { namedInputs } from './named-input.ts'

/** What the code of an agent is handed. */
export type CodeRunnerOptions = Pick<InputPlace, 'closed'> & {
  /** What the manifest says it takes, for the error. */
  readonly accepts: readonly string[]
}

/**
 * Runs an agent by its own code. What the task names is handed over: a file of the space, an address, or else the words
 * of the task as a text.
 *
 * @param subAgent - Started.
 * @param options - What it takes and may be shown.
 */
export function codeRunner(subAgent: SubAgent, { accepts, closed }: CodeRunnerOptions): Runner {
  return {
    async run({ agent, task, directory }, { signal, onOutput }) {
      signal.throwIfAborted()
      const { inputs, unread } = await namedInputs(task, { directory, agent: agent.id, closed })
      const input = inputs.find((input) => subAgent.accepts(input))
      if (input === undefined)
        throw new RunnerInputRefusedError({
          agent: agent.id,
          tried: inputs.map(({ contentType }) => contentType),
          accepts,
          unread,
        })
      const extracted: unknown = await subAgent.extract(input, { signal })
      const { documents, findings, handOver } = checkExtraction(extracted, { name: agent.id })
      const answer = documents.map(({ title, text }) => (title === '' ? text : `# ${title}\n\n${text}`)).join('\n\n')
      onOutput?.(answer)
      const other = handOver === undefined ? [] : [`${handOver.name} is ${handOver.contentType}: for another agent`]
      // The words alone were handed over.
      const passedOver = input === inputs.at(-1) ? unread.map((name) => notRead(name, { agent: agent.id, task })) : []
      return { text: answer, remarks: [...findings.map(({ message }) => message), ...passedOver, ...other] }
    },
  }
}

function notRead(name: string, { agent, task }: { readonly agent: string; readonly task: string }): string {
  return task.trim() === name
    ? `${name} was not read: ${agent} takes it as words only.`
    : `${name} was not read: ${agent} got the words of the task. To have it read, give it alone as the task.`
}
