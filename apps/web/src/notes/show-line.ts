/** Scrolls to the block of a note in which a line stands, marks it and gives it the focus; what is folded around it opens. */
export function showLine(line: number): void {
  const blocks = [...document.querySelectorAll<HTMLElement>('article .note [id^="L"]')]
  const block = blocks.findLast((one) => Number(one.id.slice(1)) <= line)
  for (const one of document.querySelectorAll('.target')) one.classList.remove('target')
  if (block === undefined || line <= 1) return
  for (let around: Element | null = block; around !== null; around = around.parentElement)
    if (around instanceof HTMLDetailsElement) around.open = true
  block.classList.add('target')
  block.tabIndex = -1
  block.focus({ preventScroll: true })
  block.scrollIntoView({ block: 'start' })
}
