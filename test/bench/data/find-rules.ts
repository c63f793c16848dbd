import type { Rule } from '../measure/switched-off.ts'

const find = 'registry/src/find'

/** What the ranking of `find` has beside vectors and words: each rule, list and constant that could serve one set only. */
export const findRules: readonly Rule[] = [
  {
    name: 'clauses of descriptions',
    file: `${find}/texts/agent-units.ts`,
    from: 'descriptionParts(entry.description)',
    off: '[]',
  },
  {
    name: 'sections of prompts',
    file: `${find}/texts/agent-units.ts`,
    from: "agentSections(body ?? '').slice(0, mostSections)",
    off: '[]',
  },
  {
    name: 'single words are near to the same word only',
    file: `${find}/rank/retrieve-agents.ts`,
    from: 'isComparable(hit.text, text)',
    off: 'true',
  },
  {
    name: 'what the letters of a request say alone taken out',
    file: `${find}/rank/retrieve-agents.ts`,
    from: 'rest === undefined',
    off: 'true',
  },
  {
    name: 'several of the best texts of an agent count',
    file: `${find}/rank/rank-agents.ts`,
    from: 'Math.min(poolDepth, count)',
    off: '1',
  },
  {
    name: 'words beside meaning',
    file: `${find}/rank/rank-agents.ts`,
    from: 'findWeights.text * textScore',
    off: '0',
  },
  {
    name: 'learning from examples',
    file: `${find}/rank/rank-agents.ts`,
    from: 'exampleShares.get(agent)',
    off: 'undefined',
  },
  {
    name: 'few texts of an agent made up for',
    file: `${find}/rank/rank-agents.ts`,
    from: '(1 + fewTexts / (own[0]?.texts ?? Infinity))',
    off: '1',
  },
  {
    name: 'the square of the share of examples',
    file: `${find}/rank/rank-agents.ts`,
    from: 'exampleShare ** 2',
    off: 'exampleShare',
  },
  {
    name: 'examples beside as many other texts left out',
    file: `${find}/index/index-entry.ts`,
    from: 'share < leastExampleShare',
    off: 'false',
  },
]
