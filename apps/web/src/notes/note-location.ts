/** Where a link to a note leads: `path` or `path#heading`. */
export function noteLocation(named: string) {
  const at = named.indexOf('#')
  const path = at === -1 ? named : named.slice(0, at)
  const heading = at === -1 ? undefined : named.slice(at + 1)
  return { to: '/note/$', params: { _splat: path }, search: heading === undefined ? {} : { heading } } as const
}
