/** Names the text that holds the model to download beside the loaded one; every tab of this browser reads it. */
export const WANTED_MODEL = "wanted-model";
