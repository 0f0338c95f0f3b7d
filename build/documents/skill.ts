import type { Part } from '../../src/help/help-lines.ts';
import { topics } from '../../src/help/topics.ts';

/** When an agent should read on: shown to it before anything else of the file. */
const description =
  'Reads and changes the stock of an online resale shop with the command resale: listings, inventory, grades of returned items, shops, and the product feed. Use it to list, count, restock, close, grade or look up stock, one item or thousands of rows from a file.';

/** What help says to agents, as the SKILL.md of the package. */
export const skill = async (): Promise<string> => {
  const topic = topics.find(({ name }) => name === 'agents');
  const parts = (await topic?.load()) ?? [];
  return `${[`---\nname: resale\ndescription: ${JSON.stringify(description)}\n---`, '# resale', ...parts.map(asMarkdown)].join('\n\n')}\n`;
};

const asMarkdown = (part: Part): string => {
  if (typeof part === 'string') return part;
  if ('heading' in part) return `## ${part.heading}`;
  if ('lines' in part) return `\`\`\`sh\n${part.lines.join('\n')}\n\`\`\``;
  return part.rows
    .map(([term, meaning]) => `- ${term.startsWith('resale ') ? `\`${term}\`` : `**${term}**`}: ${meaning}`)
    .join('\n');
};
