import type { OutputOf } from '@datacortex/space'

/** What mends findings without asking anything. */
export type Repair = 'index' | 'agents.sync' | 'modules.sync'

const commands: readonly (readonly [RegExp, Repair])[] = [
  [/datacortex index(?![\w-]| --)/, 'index'],
  [/datacortex agent sync(?![\w-]| --)/, 'agents.sync'],
  [/datacortex module sync(?![\w-]| --)/, 'modules.sync'],
]

/** The operation by which a finding is mended, by the command that its hint names; undefined if a person has to do more. */
export function repairOf({ hint = '' }: OutputOf<'doctor'>['findings'][number]): Repair | undefined {
  return commands.find(([command]) => command.test(hint))?.[1]
}
