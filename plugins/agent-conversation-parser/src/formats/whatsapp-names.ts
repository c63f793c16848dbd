export function speakerNames(rests: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  const shorter = new Map<string, string>()
  for (const rest of rests) {
    let previous: string | undefined
    for (let at = rest.indexOf(': '); at > 0 && at <= 60; at = rest.indexOf(': ', at + 1)) {
      const name = rest.slice(0, at)
      if (name.includes('\n')) break
      counts.set(name, (counts.get(name) ?? 0) + 1)
      if (previous !== undefined) shorter.set(name, previous)
      previous = name
    }
  }
  const names = new Set([...counts.keys()].filter((name) => !shorter.has(name)))
  // Shorter ones come before longer ones, so that a name may grow twice.
  for (const [name, base] of [...shorter].toSorted(([a], [b]) => a.length - b.length)) {
    const count = counts.get(name) ?? 0
    if (!names.has(base) || count < 3 || count !== counts.get(base)) continue
    names.delete(base)
    names.add(name)
  }
  return names
}
