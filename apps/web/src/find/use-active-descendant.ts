import { type RefObject, useEffect } from 'react'

/** The library says which result is chosen only once somebody has moved: here also on opening and after each answer. */
export function useActiveDescendant(box: RefObject<HTMLElement | null>, answer: unknown): void {
  useEffect(() => {
    const place = box.current
    if (place === null) return undefined
    const say = (): void => {
      const input = place.querySelector('[role="combobox"]')
      const id = place.querySelector('[role="option"][aria-selected="true"]')?.id ?? ''
      if (id === '') input?.removeAttribute('aria-activedescendant')
      else if (input?.getAttribute('aria-activedescendant') !== id) input?.setAttribute('aria-activedescendant', id)
    }
    const observer = new MutationObserver(say)
    observer.observe(place, {
      subtree: true,
      childList: true,
      attributeFilter: ['aria-selected', 'aria-activedescendant'],
    })
    say()
    return () => observer.disconnect()
  }, [box, answer])
}
