import type { Running } from '../running.ts'

/** The tasks of an agent that a program made, by name: each runs with an input, and means that agent even if another one takes its name. */
export type CallableTasks<Run> = { readonly run: Readonly<Record<string, (input?: unknown) => Run>> }

type Made = { readonly reference: string; readonly tasks: readonly string[] }
type Asked = { readonly agent: string; readonly task: string; readonly input?: unknown }

/** The answer to making an agent, with its tasks as functions; these are no part of its JSON. */
export function withCallableTasks<One extends Made, Run>(
  making: Running<One>,
  run: (asked: Asked) => Run,
): Running<One & CallableTasks<Run>> {
  const callable = (made: One): One & CallableTasks<Run> => {
    const { reference: agent, tasks } = made
    const calls = tasks.map((task) => [
      task,
      (input?: unknown) => run({ agent, task, ...(input === undefined ? {} : { input }) }),
    ])
    return Object.defineProperty(made, 'run', { value: Object.fromEntries(calls), configurable: true }) as One &
      CallableTasks<Run>
  }
  return {
    // oxlint-disable-next-line unicorn/no-thenable, promise/no-callback-in-promise -- it is awaited like a promise
    then: (done, failed) => making.then(callable).then(done, failed),
    async *[Symbol.asyncIterator]() {
      for await (const event of making)
        yield event.type === 'result' ? { type: 'result', result: callable(event.result) } : event
    },
  }
}
