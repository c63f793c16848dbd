/** Which names `*`, `?`, `[a-z]` and `[!a-z]` stand for; time grows with the lengths, however many stars there are. */
export function nameMatcher(pattern: string): (name: string) => boolean {
  const units = unitsOf(pattern.normalize('NFC'))
  return (name) => {
    const signs = Array.from(name.normalize('NFC'))
    let [at, unit] = [0, 0]
    // The last star, and how far what it stands for goes: an earlier one never needs to stand for more.
    let star: { readonly unit: number; readonly at: number } | undefined
    while (at < signs.length) {
      const current = units[unit]
      if (current === 'any') {
        star = { unit, at }
        unit += 1
      } else if (current?.(signs[at] ?? '') === true) {
        at += 1
        unit += 1
      } else if (star !== undefined) {
        star = { unit: star.unit, at: star.at + 1 }
        at = star.at
        unit = star.unit + 1
      } else return false
    }
    return units.slice(unit).every((rest) => rest === 'any')
  }
}

type Unit = 'any' | ((sign: string) => boolean)

function unitsOf(pattern: string): readonly Unit[] {
  // No class begins after the last bracket, and to look for its end from each that opens there would take long.
  const end = pattern.lastIndexOf(']') + 1
  const parts = [...(pattern.slice(0, end).match(/\[[!^]?\]?[^\]]+\]|[^]/gu) ?? []), ...Array.from(pattern.slice(end))]
  return parts.map((part): Unit => {
    if (part === '*') return 'any'
    if (part === '?') return () => true
    return part.length > 2 && part.startsWith('[') ? classOf(part) : (sign) => sign === part
  })
}

function classOf(part: string): Unit {
  const [, not, inner = ''] = /^\[([!^]?)([^]+)\]$/u.exec(part) ?? []
  const ranges = Array.from(inner.matchAll(/([^])-([^])|[^]/gu), ([one, from = one, to = one]) => [from, to] as const)
  return (sign) => ranges.some(([from, to]) => from <= sign && sign <= to) === (not === '')
}
