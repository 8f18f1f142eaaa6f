// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Stand-in for the ENS registry: who owns a node and which resolver answers
/// for it. On a local chain anybody may write an unowned node.
contract NameRegistry {
    struct Record {
        address owner;
        address resolver;
        uint64 ttl;
    }

    mapping(bytes32 node => Record) private records;

    event Transfer(bytes32 indexed node, address owner);
    event NewResolver(bytes32 indexed node, address resolver);

    error NotTheOwner(bytes32 node, address account);

    function setRecord(
        bytes32 node,
        address newOwner,
        address newResolver,
        uint64 newTtl
    ) external {
        address present = records[node].owner;
        if (present != address(0) && present != msg.sender)
            revert NotTheOwner(node, msg.sender);
        records[node] = Record(newOwner, newResolver, newTtl);
        emit Transfer(node, newOwner);
        emit NewResolver(node, newResolver);
    }

    function owner(bytes32 node) external view returns (address) {
        return records[node].owner;
    }

    function resolver(bytes32 node) external view returns (address) {
        return records[node].resolver;
    }

    function ttl(bytes32 node) external view returns (uint64) {
        return records[node].ttl;
    }

    function recordExists(bytes32 node) external view returns (bool) {
        return records[node].owner != address(0);
    }
}
