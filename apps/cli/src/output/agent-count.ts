import type { OutputOf } from '@datacortex/space'
import { count, grouped } from '@datacortex/wording'

/** How many agents there are and where they stand, so that lists, figures and files can be compared. */
export function agentCount({
  all,
  of_modules: ofModules,
  former,
  disabled,
}: OutputOf<'agents.list'>['counts']): string {
  const origins = [
    ...(ofModules < all && ofModules > 0 ? [`${grouped(all - ofModules)} in agents.yaml`] : []),
    ...(ofModules > 0 ? [`${grouped(ofModules)} of modules`] : []),
  ].join(', ')
  const left =
    former === 0 ? '' : `find leaves out ${grouped(former)} that ${former === 1 ? 'was' : 'were'} removed or replaced`
  const off = disabled === 0 ? '' : `${grouped(disabled)} disabled`
  const more = [origins, left, off].filter((part) => part !== '').join('; ')
  return `${count(all, 'agent')}${more === '' ? '' : ` (${more})`}`
}
