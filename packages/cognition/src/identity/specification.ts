/** Where the specification lies that entry files name, relative to the space. */
export const specificationPlace = '.datacore/specifications/acas-1.4.0.md'

/** What entry files name as the specification, in words of this project: the original was never merged, so no address of it lasts. */
export const specificationText = `# Agent Cognitive Architecture Specification (ACAS) 1.4.0

A summary of what the specification of 2026-04-23 (as edited on 2026-05-04) asks of an agent, written for this program.

## 1. Identity

- \`identity.yaml\` has \`spec_version\` and, below \`identity\`, \`name\`, \`uid\`, \`persona\` and \`capabilities\`; \`personality\`,
  \`language\` and \`boundaries\` are recommended, \`tone\` and \`origin\` are optional.
- The uid is a text in quotes. Name, persona and uid are three things; none stands for another.
- The agent speaks of itself by its name, never by that of a model or framework, and keeps to its persona and boundaries.
- Capabilities are \`<tool>:v<major>\`, and only the same one matches.

### 1.3 Bootstrap flow

0. The entry file of the assistant names the specification and the identity, and says to do this flow.
1. If there is no \`identity.yaml\`, it is made.
2. The uid must be the sender id of the platform. If it is not, the agent does not start, and says so.
3. From level 2 on the agent is registered with its peers.
4. At level 3 it announces itself.
5. The tables of its index are made if they are missing.

## 2. Peers (level 2)

\`peers.yaml\` alone says which uid belongs to which name. Others are mentioned by its \`mention_syntax\`; muted ones are left alone.

## 3. Knowledge

- \`logs/YYYY-MM-DD.md\`: what happened, as entries \`## HH:MM\`; only added to. Above 100 KB a further part begins.
- \`knowledge/<topic>.md\`: one topic each, with a title, \`## Summary\`, \`## Key Points\` and \`## Changelog\`.
- \`memory.db\`: an index of both that can be made anew from the files at any time.

## 4. Tools

- \`recall\` searches what the agent may read: its own knowledge, and what others share. Private knowledge of others is never answered.
- \`remember\` takes the write lock, adds to the log, chooses or makes the topic, writes its file and brings the index in step.
  The owner of a file stays; its last writer is who wrote.
- \`reflect\` makes knowledge of logs, once for each entry.

## 6.6 Visibility

\`private\`: read and written by its owner. \`shared\`: read by all agents of this space, written by its owner. \`public\`: read and
written by all.
`
