import type { ReactNode } from 'react'
import { graphTexts } from '../texts/graph.ts'

/** How many links away from its middle a graph ends. */
export type Hops = (typeof allHops)[number]

export const allHops = [1, 2, 3] as const

export function HopsSelect({ value, onChoose }: { value: Hops; onChoose: (hops: Hops) => void }): ReactNode {
  return (
    <label>
      {graphTexts.hops}
      <select
        value={value}
        onChange={({ target }) => onChoose(allHops.find((one) => one === Number(target.value)) ?? 1)}
      >
        {allHops.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  )
}
