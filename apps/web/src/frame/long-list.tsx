import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

type LongListProps<Item> = {
  readonly items: readonly Item[]
  readonly label: string
  readonly keyOf: (item: Item) => string
  readonly children: (item: Item) => ReactNode
}

/** A list of any length, of which only what is seen is made; all rows are told to screen readers by their number. */
export function LongList<Item>({ items, label, keyOf, children }: LongListProps<Item>): ReactNode {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [])
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => 64,
    overscan: 10,
    scrollMargin: top,
    getItemKey: (index) => keyOf(items[index] as Item),
  })
  return (
    <ul ref={list} className="long" aria-label={label} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, key, start }) => (
        <li
          key={key}
          ref={rows.measureElement}
          data-index={index}
          aria-setsize={items.length}
          aria-posinset={index + 1}
          style={{ transform: `translateY(${start - top}px)` }}
        >
          {children(items[index] as Item)}
        </li>
      ))}
    </ul>
  )
}
