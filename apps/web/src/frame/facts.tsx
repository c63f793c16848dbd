import type { ReactNode } from 'react'

type Fact = readonly [name: string, value: ReactNode]

/** What is known of something; what is undefined is left out. */
export function Facts({ facts, className }: { facts: readonly Fact[]; className?: string }): ReactNode {
  return (
    <dl className={className}>
      {facts.map(([name, value], place) =>
        value === undefined ? null : (
          // oxlint-disable-next-line react/no-array-index-key -- names may be there twice, and all are replaced together
          <div key={place}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
