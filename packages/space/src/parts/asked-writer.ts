import { type Finding, infoFinding, thrownText, warningFinding } from '@datacortex/errors'
import { orAborted, readSettings } from '@datacortex/platform'
import type { WriterAnswer, WriterRequest } from '@datacortex/plugin'
import { requireRight } from '../caller/require-right.ts'
import { requireTrust } from '../trust/require-trust.ts'
import { waitingWants } from '../trust/space-wants.ts'
import type { Work } from '../work.ts'
import { openSpaceWriter } from './space-writer.ts'

/** A model that was asked for by name of an option: what goes wrong with it is a finding, and stops nothing. */
export type AskedWriter = AsyncDisposable & {
  /** What its answers hang on, beside what it is asked. */
  readonly identity: readonly unknown[]
  /** The answer within so many milliseconds; why there is none otherwise. */
  readonly ask: (request: WriterRequest, timeoutMs: number) => Promise<WriterAnswer | { readonly problem: string }>
}

/** The writer of the settings, or a finding if they name none. Each text may cost money: a client needs the right to run agents. */
export async function askedWriter(work: Work, name: string): Promise<AskedWriter | Finding> {
  const { paths, signal } = work
  requireRight(work.caller, { name, right: 'run' })
  if ((await waitingWants(paths, wants)).length > 0) await requireTrust(paths, { name, entry: { wants }, isDry: false })
  const settings = await readSettings(paths)
  const { writer: module = '' } = settings
  if (module === '') return writerMissing(name)
  const { modules } = (await work.catalogue()).modules
  let opening: ReturnType<typeof openSpaceWriter> | undefined
  return {
    identity: [module, settings.plugins[module]],
    ask: async (request, timeoutMs) => {
      const limit = AbortSignal.timeout(timeoutMs)
      const both = AbortSignal.any([signal, limit])
      try {
        opening ??= openSpaceWriter(paths, { modules, settings })
        const writer = await opening
        if (writer === undefined) return { problem: 'there is none' }
        return await orAborted(writer.generate(request, { signal: both }), both)
      } catch (error) {
        // A module may throw anything, but what stops the operation stops it here too.
        signal.throwIfAborted()
        return { problem: limit.aborted ? `it did not answer within ${timeoutMs} ms` : thrownText(error) }
      }
    },
    [Symbol.asyncDispose]: async () => await (await opening?.catch(() => undefined))?.[Symbol.asyncDispose](),
  }
}

const wants = ['plugins', 'writer', 'network']

function writerMissing(name: string): Finding {
  return infoFinding('WRITER_NOT_SET', name, {
    message: 'No model was asked: the settings name no writer.',
    hint: 'Write `writer: writer-chat` and its model into .datacore/settings.yaml, then: datacortex trust allow',
  })
}

/** That a model was of no use, and what holds in its place. */
export function writerFailed(subject: string, { problem, instead }: { problem: string; instead: string }): Finding {
  return warningFinding('WRITER_OF_NO_USE', subject, {
    message: `The model was of no use: ${problem.replace(/\.$/, '')}. ${instead}`,
    hint: 'datacortex doctor',
  })
}
