/** Apart from the conversations' database: who connects no folder never opens it. */
export const WORKSPACE_DATABASE = "alcove-workspaces";

/** True if a folder was ever connected here; browsers that do not tell count as such. */
export async function hasWorkspaces(factory: IDBFactory): Promise<boolean> {
  try {
    return (await factory.databases()).some(({ name }) => name === WORKSPACE_DATABASE);
  } catch {
    return true;
  }
}
