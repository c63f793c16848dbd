import type { CodedError } from '@datacortex/errors'
import { type Source, pluginError } from '@datacortex/plugin'
import { entry, openTestSources, sourcesSpace } from './sources-space.ts'
import type { AskedSearch, AskOptions } from '../open-sources.ts'

const { signal } = new AbortController()

/** Asks a source `tides` with further lines in its entry, `times` one after another. */
export async function ask(
  source: Source,
  {
    lines = [],
    ...options
  }: Partial<AskOptions> & { readonly lines?: readonly string[]; readonly times?: number } = {},
): Promise<readonly AskedSearch[]> {
  const paths = await sourcesSpace(`sources:\n${entry('tides', lines)}`)
  const sources = await openTestSources(paths, { 'source-tides': source })
  const [registered] = sources.all
  if (registered === undefined) throw new Error('No source.')
  const answers: AskedSearch[] = []
  for (let time = 0; time < (options.times ?? 1); time += 1)
    answers.push(await sources.ask(registered, 'tides', { signal, ...options }))
  return answers
}

/** Fails as often as it has errors, then answers. */
export function failing(...errors: readonly Error[]): {
  readonly source: Source
  readonly asked: () => number
  /** It is asked for the first time. */
  readonly begun: Promise<void>
} {
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  let asked = 0
  const source: Source = {
    search: () => {
      asked += 1
      resolve()
      const error = errors[asked - 1]
      return error === undefined ? Promise.resolve({ documents: [], cost_usd: 0.02 }) : Promise.reject(error)
    },
  }
  return { source, asked: () => asked, begun }
}

/** A failure that another attempt may help. */
export const overload: CodedError = pluginError('SOURCE_FAILED', {
  source: 'Tides',
  reason: 'overload',
  status: 503,
  transient: true,
})
