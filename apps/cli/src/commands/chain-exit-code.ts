import type { OutputOf } from '@datacortex/space'

/** What decides whether a run on a chain did all that it was asked to. */
export type ChainRun = Pick<OutputOf<'chain.rate'>, 'confirmed'> & {
  readonly results: readonly Pick<OutputOf<'chain.rate'>['results'][number], 'status'>[]
  readonly plan?: readonly Pick<OutputOf<'chain.register'>['plan'][number], 'action'>[] | undefined
}

export function chainExitCode({ confirmed, results, plan = [] }: ChainRun): 0 | 1 {
  const open = confirmed ? ['failed', 'pending', 'planned'] : ['failed']
  const isOpen = results.some(({ status }) => open.includes(status))
  return isOpen || plan.some(({ action }) => action === 'refused') ? 1 : 0
}
