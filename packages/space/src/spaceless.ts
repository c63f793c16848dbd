import type { Entry, FreeOperation } from './operation.ts'
import { operations } from './operations.ts'
import { parsedInput } from './parsed-input.ts'
import { running } from './running.ts'
import type { CallOptions, Findings, Methods, OpenSpaceOptions } from './space.ts'

/** What can be done outside of a space. */
export type Spaceless = {
  readonly keys: Pick<Methods['keys'], 'new' | 'import' | 'address'>
  readonly chain: Pick<Methods['chain'], 'networks'>
  readonly identity: Pick<Methods['identity'], 'verify'>
  readonly modules: Pick<Methods['modules'], 'new'>
  readonly publish: Pick<Methods['publish'], 'key'>
}

/**
 * What can be done outside of a space, by the same names as in one.
 * @example
 * const { keys } = spaceless({ secrets: { passphrase: { file: '/home/ada/keys/passphrase' } } })
 * await keys.new({ file: '/home/ada/keys/alice.json' })
 */
export function spaceless({
  signal,
  secrets,
  onProgress,
}: Pick<OpenSpaceOptions, 'signal' | 'secrets' | 'onProgress'>): Spaceless {
  const method =
    <Input, Output extends object>(name: string, { command, load }: Entry<FreeOperation<Input, Output>>) =>
    (input: Input, called: CallOptions = {}) => {
      const signals = [signal, called.signal].filter((one) => one !== undefined)
      return running<Output & Findings>(async (work) => {
        const { input: schema, run } = await load()
        const asked = parsedInput(input, { name, command, schema })
        const answer = await run({ signal: work.signal, secrets, onProgress: called.onProgress ?? onProgress }, asked)
        return { findings: [], ...answer }
      }, AbortSignal.any(signals))
    }
  return {
    keys: {
      new: method('keys.new', operations['keys.new']),
      import: method('keys.import', operations['keys.import']),
      address: method('keys.address', operations['keys.address']),
    },
    chain: { networks: method('chain.networks', operations['chain.networks']) },
    identity: { verify: method('identity.verify', operations['identity.verify']) },
    modules: { new: method('modules.new', operations['modules.new']) },
    publish: { key: method('publish.key', operations['publish.key']) },
  }
}
