/**
 * Times several things in turn, so that whatever else the machine does slows all of them alike.
 *
 * @param subjects - By name; each gets the number of the round.
 * @param options - `rounds` that count, and `warmUp` rounds before them that don't.
 * @returns Milliseconds by name, one for each round.
 */
export async function interleaved<Name extends string>(
  subjects: Readonly<Record<Name, (round: number) => Promise<unknown>>>,
  options: { readonly rounds: number; readonly warmUp: number },
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const names = Object.keys(subjects) as Name[]
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = -options.warmUp; round < options.rounds; round += 1) {
    // The first of a round has colder caches; everybody is first in turn.
    const shift = Math.abs(round) % names.length
    for (const name of [...names.slice(shift), ...names.slice(0, shift)]) {
      const startedAt = performance.now()
      await subjects[name](round + options.warmUp)
      if (round >= 0) times[name].push(performance.now() - startedAt)
    }
  }
  return times
}
