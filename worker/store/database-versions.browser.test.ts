import { describeDatabaseVersions } from "./database-versions.contract.ts";

describeDatabaseVersions("versions of the database in the browser");
