import { findOrInstallJava, type Java } from './java.ts';
import { findOrFetchTools, type Tools } from './tools.ts';

/** The tools that build the app. */
export type Kit = Readonly<{ java: Java; tools: Tools }>;

/** Throws `MissingTools` if a tool is missing and cannot be fetched. `say`: called before a step that takes long. */
export function findOrFetchKit(say: (line: string) => void): Kit {
  const java = findOrInstallJava(say);
  return { java, tools: findOrFetchTools(say) };
}
