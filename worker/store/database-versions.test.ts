import "fake-indexeddb/auto";
import { describeDatabaseVersions } from "./database-versions.contract.ts";

describeDatabaseVersions("versions of the database");
