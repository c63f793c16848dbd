import { readCanvas } from './read-canvas.ts'

/** Cards below each other, half as many groups on them, and an arrow at each. */
export function cardsInGroups(size: number): () => unknown {
  const cards = Array.from({ length: size }, (_, y) => ({
    id: `card ${y}`,
    type: 'text',
    text: `card ${y} [[n${y}]]`,
    x: 0,
    y,
    width: 100,
    height: 50,
  }))
  const groups = cards.slice(0, size / 2).map(({ y }) => ({ type: 'group', label: 'g', y, width: 100, height: 1 }))
  const edges = cards.map(({ id }) => ({ fromNode: id, toNode: id, label: 'x' }))
  const json = JSON.stringify({ nodes: [...cards, ...groups], edges })
  return () => readCanvas(json)
}
