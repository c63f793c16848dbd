export { displayWidth } from './display-width.ts'
export {
  columns,
  costText,
  count,
  duration,
  grouped,
  shorten,
  type NoteCounts,
  noteCounts,
  usedText,
} from './format.ts'
export { escapedJson, jsonText } from './json-text.ts'
export { belowLimit, exactScore, nearestBelow, scoreBelow, scoreText } from './scores.ts'
