import { type LoadedContext, reportedLeftOut } from '@datacortex/execution'
import type { Work } from '../work.ts'

export function shownLeftOut({ caller }: Pick<Work, 'caller'>, { left_out: leftOut }: Pick<LoadedContext, 'left_out'>) {
  return caller.kind !== 'agent' ? leftOut : reportedLeftOut(leftOut)
}
