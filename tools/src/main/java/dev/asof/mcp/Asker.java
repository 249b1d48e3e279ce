package dev.asof.mcp;

import dev.asof.id.TenantId;
import dev.asof.schema.Caller;

/// For whom the tools answer. No argument of a call can change it.
///
/// @param caller whose labels are held
/// @param tenant the one that is asked
public record Asker(Caller caller, TenantId tenant) {}
