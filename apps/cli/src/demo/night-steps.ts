import { type DemoStep, words } from './demo-step.ts'

const pages = ['gazette/smeaton.html', 'survey/eddystone.html', 'kitchen/biscuit.html']

/** A short night: saved links become reports by topic and podcasts, a task is done, and the morning says what came of it. */
export const nightSteps: readonly DemoStep[] = [
  {
    name: 'save links',
    argv: ['research', 'add', ...pages.map((page) => `{library}${page}`), '--root', 'desk'],
    expects: { 'added.length': 3, 'duplicates.length': 0 },
    detail: 'each is a task of an org file, which the night reads',
  },
  {
    name: 'a task for the night',
    argv: words("nightshift add '0-personal/3-knowledge/zettel/Spring tides.md' --agent outliner --root desk"),
    expects: { 'tasks.length': 1, 'tasks.0.approved': true },
    detail: 'what its user wrote is approved; what came by a pull waits for a yes',
  },
  {
    name: 'the night',
    argv: ['nightshift', 'run', '--budget', 'usd=1,minutes=10', '--root', 'desk'],
    expects: { 'done.length': 1, 'left.length': 0, 'research.failed': 0, 'research.podcasts.length': 2 },
    detail: 'links by what they are about, the news of all and one topic in depth spoken',
  },
  {
    name: 'the morning',
    argv: ['today', '--root', 'desk'],
    expects: { 'night.done': 1, 'needs.length': 0, tonight: 0 },
    detail: 'what was done, and what needs a person: nothing',
  },
]
